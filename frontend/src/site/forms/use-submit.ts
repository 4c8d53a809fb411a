import { type FormEvent, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';

type State = { busy: boolean; error?: string; fields: Record<string, string> };

/** The server's own words, else the catalogue's. */
export function problemText(cause: unknown, otherwise: string): string {
  return cause instanceof ApiProblem && cause.isAnswer && cause.error ? cause.error : otherwise;
}

/**
 * Form submission: one call at a time. While it runs the form is `busy`; a failure leaves what was typed where it is,
 * and shows the server's words, or `otherwise` where it had none.
 */
export function useSubmit(send: (form: FormData) => Promise<unknown>, otherwise: string) {
  const [state, setState] = useState<State>({ busy: false, fields: {} });
  const running = useRef(false);

  async function run(form: FormData) {
    if (running.current) return; // two presses before the button rests are one wish
    running.current = true;
    setState({ busy: true, fields: {} });
    try {
      await send(form);
      setState({ busy: false, fields: {} });
    } catch (cause) {
      const fields = cause instanceof ApiProblem ? cause.fields : {};
      setState({ busy: false, error: problemText(cause, otherwise), fields });
    } finally {
      running.current = false;
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(new FormData(event.currentTarget));
  };
  return { ...state, onSubmit, reset: () => setState({ busy: false, fields: {} }) };
}

export const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Passwords go as they were typed, spaces too. */
export const password = (form: FormData) => String(form.get('password') ?? '');
