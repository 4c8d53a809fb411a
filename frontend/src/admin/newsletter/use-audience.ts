import { useQuery } from '@tanstack/react-query';
import type { IssueDraft } from '../../api/types';
import { audienceQuery } from '../calls/newsletter';

/** Audience size: how many would get an issue of `topic`; of none: every subscriber, whom the draft has counted. */
export function useAudience(draft: IssueDraft, topic: string) {
  const ofTopic = useQuery({ ...audienceQuery([topic]), enabled: topic !== '' });
  const counted = topic === '' ? draft : ofTopic.isPlaceholderData ? undefined : ofTopic.data;
  return {
    size: counted?.audience ?? null,
    isError: topic !== '' && ofTopic.isError,
    refetch: () => void ofTopic.refetch(),
  };
}
