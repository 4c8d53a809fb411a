import { type FormEvent, useState } from 'react';
import { api, apiPath } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { EmbedCard } from '../../api/types';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { staffCall } from '../session/staff-call';
import { completeAddress, completedAddress } from '../web-address';

type EmbedDialogProps = { onEmbed: (card: EmbedCard) => void; onClose: () => void };

/** Asks for the address of something to embed. Which addresses can be is the server's to say. */
export function EmbedDialog({ onEmbed, onClose }: EmbedDialogProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    submitted.stopPropagation(); // React events bubble through portals, and below is the post form
    const form = new FormData(submitted.currentTarget);
    const address = completedAddress(String(form.get('address')));
    if (!address) return setError('Enter an address such as https://youtu.be/…');
    const name = String(form.get('name')).trim();
    setBusy(true);
    try {
      const path = apiPath('/admin/embed', { address });
      const card = await staffCall(() => api.get<EmbedCard>(path));
      onEmbed({ ...card, label: name || card.label });
    } catch (cause) {
      setError(cause instanceof ApiProblem ? cause.error : 'Something went wrong');
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Embed"
      description="Readers see a card; pressing it shows the video, post or map. From YouTube, Vimeo, X, OpenStreetMap, Spotify and SoundCloud."
      className="max-w-md"
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Address" error={error} required>
          <Input name="address" inputMode="url" autoComplete="off" placeholder="https://" onBlur={completeAddress} />
        </Field>
        <Field label="Name" hint="Optional. Shown on the card.">
          <Input name="name" autoComplete="off" />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Insert embed
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
