import { Plus, Trash2 } from 'lucide-react';
import type { FocusEvent } from 'react';
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { DealLink } from '../../api/types';
import { zonePlace } from '../../site/format/zone-place';
import { dealText } from '../../site/post-page/deal-text';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { savedPriceOf } from '../checks/checks';
import { EMPTY_DEAL, isComplete } from '../post-values/deal-values';
import type { PostFormValues } from '../post-values/post-values';
import { formatDay } from '../time/publication-time';
import { completedAddress } from '../web-address';

type DealLinkFieldsProps = {
  /** The deals of the post as it is saved. */
  saved: readonly DealLink[];
};

/** The priced offers of a post, a row each. */
export function DealLinkFields({ saved }: DealLinkFieldsProps) {
  const {
    control,
    formState: { errors },
  } = useFormContext<PostFormValues>();
  const refused = errors.deal_links?.root?.message ?? errors.deal_links?.message;
  const { fields, append, remove } = useFieldArray({ control, name: 'deal_links' });

  return (
    <section aria-labelledby="deal-links-title" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="deal-links-title" className="text-base font-semibold">
          Deal Links
        </h3>
        <Button look="outline" className="min-h-10" data-field="deal_links" onClick={() => append(EMPTY_DEAL)}>
          <Plus aria-hidden="true" />
          Add Deal
        </Button>
      </div>
      {refused && <p className="text-xs font-medium text-danger">{refused}</p>}
      {fields.map((row, index) => (
        <DealLinkRow key={row.id} index={index} saved={saved} onRemove={() => remove(index)} />
      ))}
    </section>
  );
}

type DealLinkRowProps = DealLinkFieldsProps & { index: number; onRemove: () => void };

function DealLinkRow({ index, saved, onRemove }: DealLinkRowProps) {
  const {
    control,
    register,
    setValue,
    formState: { errors },
  } = useFormContext<PostFormValues>();
  const urlName = `deal_links.${index}.url` as const;
  const deal = useWatch<PostFormValues, `deal_links.${number}`>({ name: `deal_links.${index}` });
  const started = Object.values(deal).some((value) => typeof value === 'string' && value.trim() !== '');
  const samePrice = deal.price.trim() === '' ? undefined : savedPriceOf(deal, saved);

  return (
    <fieldset className="grid gap-x-4 gap-y-3 border-s-2 border-rule ps-4 sm:grid-cols-2">
      <legend className="sr-only">Deal {index + 1}</legend>
      <Field label="Store name" error={errors.deal_links?.[index]?.label?.message}>
        <Input autoComplete="off" {...register(`deal_links.${index}.label`)} />
      </Field>
      <Field label="URL" error={errors.deal_links?.[index]?.url?.message}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...register(urlName, {
            onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
              const completed = completedAddress(target.value);
              if (completed !== target.value) setValue(urlName, completed, { shouldDirty: true });
            },
          })}
        />
      </Field>
      <Field label="Product name">
        <Input autoComplete="off" {...register(`deal_links.${index}.product_name`)} />
      </Field>
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-4">
        <Field label="Price">
          <Input autoComplete="off" {...register(`deal_links.${index}.price`)} />
        </Field>
        <Field label="Button text">
          <Input
            autoComplete="off"
            placeholder={dealText({ ...deal, cta_text: '' }).action}
            {...register(`deal_links.${index}.cta_text`)}
          />
        </Field>
        <Button look="quiet" size="icon" aria-label={`Remove deal ${index + 1}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <Field label="Best for" hint="A few words. A comparison of deals in the text shows them.">
        <Input autoComplete="off" {...register(`deal_links.${index}.best_for`)} />
      </Field>
      <Field label="Ends" hint={`In ${zonePlace()} time. Afterwards readers see “Expired”.`}>
        <Input type="datetime-local" className="tabular-nums" {...register(`deal_links.${index}.ends_at`)} />
      </Field>
      {samePrice && (
        <Controller
          control={control}
          name={`deal_links.${index}.price_checked`}
          render={({ field }) => (
            <Checkbox
              ref={field.ref}
              className="self-end sm:pb-2"
              data-field={field.name}
              label="I saw this price today"
              hint={samePrice.price_seen_at ? `Last seen on ${formatDay(samePrice.price_seen_at)}.` : undefined}
              checked={field.value}
              onCheckedChange={(checked) => field.onChange(checked === true)}
            />
          )}
        />
      )}
      {started && !isComplete(deal) && (
        <p className="text-xs text-warning sm:col-span-2">Without a store name and a URL this deal is left out.</p>
      )}
    </fieldset>
  );
}
