import type { NewsletterTopics } from '../../api/types';
import { buttonLook } from '../../ui/button-look';
import { Icon } from '../icons';
import { removeAllTopics, removeTopic } from './chosen-topics';

/** The topics on the reader's list, to look at and to take off again. */
export function TopicList({ groups, chosen }: { groups: NewsletterTopics['groups']; chosen: string[] }) {
  const topics = groups.flatMap((group) => group.topics);
  // An id of an older catalogue may have no topic any more.
  const list = chosen.flatMap((id) => topics.find((topic) => topic.id === id) ?? []);
  return (
    <section aria-labelledby="your-list" className="contact-box needs-script">
      <h2 id="your-list" tabIndex={-1} className="headline text-xl">
        Your list
      </h2>
      <p role="status" className="text-sm font-semibold">
        {list.length === 1 ? '1 topic' : `${list.length} topics`}
      </p>
      {list.length > 0 && (
        <>
          <ul className="grid gap-1">
            {list.map(({ id, name }) => (
              <li key={id} className="flex items-center justify-between gap-2 border-t border-rule">
                <span>{name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  className={`${buttonLook({ look: 'quiet', size: 'icon' })} -me-2.5`}
                  onClick={() => takeOff(() => removeTopic(id))}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
          <p>
            <button
              type="button"
              className={buttonLook({ look: 'outline', size: 'sm' })}
              onClick={() => takeOff(removeAllTopics)}
            >
              Remove all
            </button>
          </p>
        </>
      )}
      <p className="text-xs text-ink-3">
        The list stays in this browser. It is not sent to us or to anybody else, and it does not change what you
        receive.
      </p>
    </section>
  );
}

/** The pressed button disappears with its row: the focus goes to the list's heading instead of nowhere. */
function takeOff(remove: () => void): void {
  remove();
  document.getElementById('your-list')?.focus();
}
