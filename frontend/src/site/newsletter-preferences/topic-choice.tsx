import { useQuery } from '@tanstack/react-query';
import { newsletterTopics } from '../../api/queries/newsletter-topics';

/** The catalogue as check boxes of a form, named `topics`; `chosen` holds ids. */
export function TopicChoice({ chosen = [] }: { chosen?: readonly string[] }) {
  const groups = useQuery(newsletterTopics()).data?.groups ?? [];
  return groups.map((group) => (
    <fieldset key={group.id} className="border-t border-rule pt-3">
      <legend className="sr-only">{group.name}</legend>
      <p aria-hidden="true" className="font-serif text-lg font-semibold">
        {group.name}
      </p>
      <div className="grid sm:grid-cols-2">
        {group.topics.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="topics"
              value={id}
              defaultChecked={chosen.includes(id)}
              className="size-5 accent-ember"
            />
            {name}{' '}
          </label>
        ))}
      </div>
    </fieldset>
  ));
}

export const chosenTopics = (form: FormData) => form.getAll('topics').map(String);
