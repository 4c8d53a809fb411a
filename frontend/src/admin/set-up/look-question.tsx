import type { SettingsState } from '../../api/types';
import { cn } from '../../ui/cn';
import { SettingField } from '../settings-form/setting-field';
import { settingField } from '../settings-form/setting-fields';
import { PublicationSample, useShades } from './publication-sample';
import type { QuestionProps } from './question-form';
import { SettingFields, type SettingForm, SettingQuestion } from './setting-form';

/** Colours that both themes can show. */
const suggestions = [
  { value: '#b03a12', name: 'Ember' },
  { value: '#0b5fa5', name: 'Ocean' },
  { value: '#1c6b45', name: 'Forest' },
  { value: '#8c1d4f', name: 'Plum' },
  { value: '#5a3fa6', name: 'Violet' },
  { value: '#7a5b00', name: 'Ochre' },
];

/** Colour, typefaces, logo and sign, seen at once in both themes. */
export function LookQuestion(props: QuestionProps) {
  return (
    <SettingQuestion
      {...props}
      fields={(form, saved) => (
        <>
          <Accent form={form} saved={saved} />
          <Typefaces form={form} />
          <SettingFields keys={['site.logo', 'site.mark']} form={form} saved={saved} />
        </>
      )}
      sample={(form) => <PublicationSample form={form} themes={['light', 'dark']} />}
    />
  );
}

function Accent({ form, saved }: { form: SettingForm; saved: SettingsState }) {
  const key = 'look.accent';
  const setting = saved.data[key];
  const value = String(form.value(key) ?? '');
  const { refusal } = useShades(value);
  if (!setting) return null;
  return (
    <div className="grid gap-3">
      <SettingField
        spec={settingField(key)}
        setting={setting}
        value={value}
        error={refusal ?? form.problem?.fields[key]}
        isReset={false}
        onChange={(next) => form.change(key, next)}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Suggested colours</legend>
        {suggestions.map((one) => (
          <button
            key={one.value}
            type="button"
            aria-pressed={value.toLowerCase() === one.value}
            aria-label={one.name}
            title={one.name}
            style={{ backgroundColor: one.value }}
            onClick={() => form.change(key, one.value)}
            className="size-11 cursor-pointer rounded-full border-4 border-paper outline-2 outline-transparent transition-shadow focus-visible:outline-focus aria-pressed:outline-ink"
          />
        ))}
      </fieldset>
    </div>
  );
}

/** Each pair in its own letters. */
function Typefaces({ form }: { form: SettingForm }) {
  const { key, label, choices = [] } = settingField('look.typefaces');
  const chosen = form.value(key);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {choices.map((choice) => {
        const [names, kind] = choice.label.split(': ');
        return (
          <label
            key={choice.value}
            data-typefaces={choice.value}
            className={cn(
              'flex min-h-16 cursor-pointer items-center gap-4 rounded-lg border px-4 py-2 font-sans',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              choice.value === chosen ? 'border-ember bg-raised ring-1 ring-ember' : 'border-control hover:bg-sunk',
            )}
          >
            <input
              type="radio"
              name={key}
              value={choice.value}
              checked={choice.value === chosen}
              onChange={() => form.change(key, choice.value)}
              className="sr-only"
            />
            <span aria-hidden="true" className="w-12 font-serif text-3xl leading-none font-semibold">
              Aa
            </span>
            <span className="grid">
              <span className="font-semibold">{names}</span>
              <span className="text-sm text-ink-2">{kind}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
