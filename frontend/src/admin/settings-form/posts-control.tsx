import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { NO_FILTER, postListQuery } from '../calls/posts';

type PostsControlProps = { value: string[]; disabled: boolean; onChange: (value: string[]) => void };

const SEARCH_AFTER_MS = 250;
const PLACES = ['First', 'Second', 'Third'];

/** Posts by their slugs, one a field. Whatever is typed; the browser offers published posts that hold these words. */
export function PostsControl({ value, disabled, onChange }: PostsControlProps) {
  const list = useId();
  const [title, setTitle] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Asked once somebody chooses.
  const found = useQuery({
    ...postListQuery(1, { ...NO_FILTER, q: title ?? '', status: 'published' }),
    enabled: title !== null,
  });

  function type(place: number, text: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTitle(text.trim()), SEARCH_AFTER_MS);
    const changed = PLACES.map((_, at) => (at === place ? text : (value[at] ?? '')));
    // An empty field at the end is no change.
    onChange(changed.slice(0, changed.findLastIndex((one) => one !== '') + 1));
  }

  const input = (place: number) => (
    <Input
      list={list}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="The beginning of a title, or an address"
      value={value[place] ?? ''}
      disabled={disabled}
      onFocus={() => setTitle((before) => before ?? '')}
      onChange={({ target }) => type(place, target.value)}
    />
  );
  return (
    <div className="grid gap-2">
      {input(0)}
      {PLACES.slice(1).map((name, at) => (
        <Field key={name} label={`${name} post of the welcome e-mail`} hideLabel>
          {input(at + 1)}
        </Field>
      ))}
      <datalist id={list}>
        {found.data?.data.map((post) => (
          <option key={post.id} value={post.slug}>
            {post.title}
          </option>
        ))}
      </datalist>
    </div>
  );
}
