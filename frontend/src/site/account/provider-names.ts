import type { SocialProvider } from '../../api/types';

export const providerNames: Record<SocialProvider, string> = {
  google: 'Google',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
};

/** A provider as people call it; one that we do not know goes by its id. */
export const providerName = (id: string): string => providerNames[id as SocialProvider] ?? id;
