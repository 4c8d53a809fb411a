import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/select';
import { topicsQuery } from '../calls/newsletter';

type TopicSelectProps = {
  /** Id of a topic; empty: everyone. */
  value: string;
  disabled: boolean;
  onChange: (topic: string) => void;
};

/** Who gets a newsletter. */
export function TopicSelect({ value, disabled, onChange }: TopicSelectProps) {
  const { data } = useQuery(topicsQuery);
  const isKnown = value === '' || data?.groups.some(({ topics }) => topics.some(({ id }) => id === value));
  return (
    <Select disabled={disabled} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Everyone who gets the newsletter</option>
      {/* Not read yet, or no longer in the catalogue: it is not shown as everyone. */}
      {!isKnown && <option value={value}>{value}</option>}
      {data?.groups.map((group) => (
        <optgroup key={group.id} label={group.name}>
          {group.topics.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
