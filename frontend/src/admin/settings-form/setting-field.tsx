import { useId } from 'react';
import type { Setting, SettingValue } from '../../api/types';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { Textarea } from '../../ui/textarea';
import { ErrorLine } from '../screen/error-line';
import { completedAddress } from '../web-address';
import { ColourControl } from './colour-control';
import { PictureField } from './picture-field';
import { PostsControl } from './posts-control';
import type { SettingFieldSpec } from './setting-fields';

type SettingFieldProps = {
  spec: SettingFieldSpec;
  setting: Setting;
  /** What is typed, else what is saved. */
  value: SettingValue;
  error?: string;
  /** It goes back to its default with the next save. */
  isReset: boolean;
  onChange: (value: SettingValue) => void;
  /** Left out: the way back to the default is not offered. */
  onReset?: () => void;
};

/** One setting: its control by kind, where its value comes from, and the way back to the default. */
export function SettingField({ spec, setting, value, error, isReset, onChange, onReset }: SettingFieldProps) {
  const fixedBy = setting.source === 'environment' ? setting.variable : null;
  const hint = (
    <>
      {spec.hint}
      {fixedBy && (
        <>
          {' '}
          Fixed on the server by <code>{fixedBy}</code>.
        </>
      )}
      {isReset && ' Goes back to its default with the next save.'}
    </>
  );
  const props = { spec, value, disabled: Boolean(fixedBy), onChange };
  return (
    <div className="grid gap-2">
      {spec.kind === 'flag' ? (
        <>
          <Checkbox
            label={spec.label}
            hint={spec.hint || fixedBy || isReset ? hint : undefined}
            checked={value === true}
            disabled={Boolean(fixedBy)}
            onCheckedChange={(checked) => onChange(checked === true)}
          />
          {error && <ErrorLine look="field">{error}</ErrorLine>}
        </>
      ) : (
        <Field
          label={spec.label}
          hint={spec.hint || fixedBy || isReset ? hint : undefined}
          error={error}
          required={spec.required}
        >
          <Control {...props} />
        </Field>
      )}
      {setting.source === 'settings' && !isReset && onReset && (
        <Button look="quiet" size="sm" className="-ms-3 justify-self-start text-ink-2" onClick={onReset}>
          Back to the default<span className="sr-only"> of {spec.label}</span>
        </Button>
      )}
    </div>
  );
}

type ControlProps = Pick<SettingFieldProps, 'spec' | 'value' | 'onChange'> & { disabled: boolean };

function Control({ spec, value, disabled, onChange }: ControlProps) {
  // A menu has a screen of its own.
  const text = Array.isArray(value) ? value.join('\n') : String(value);
  switch (spec.kind) {
    case 'picture':
      return (
        <PictureField
          label={spec.label}
          hash={text}
          disabled={disabled}
          theme={spec.key.endsWith('_dark') ? 'dark' : 'light'}
          onChange={onChange}
        />
      );
    case 'colour':
      return <ColourControl value={text} disabled={disabled} onChange={onChange} />;
    case 'choice':
      return (
        <Select value={text} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
          {spec.choices?.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      );
    case 'links':
      return (
        <Textarea
          rows={4}
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value.split('\n'))}
          onBlur={() => text && onChange(text.split('\n').map(completedAddress))}
        />
      );
    case 'posts':
      return <PostsControl value={texts(value)} disabled={disabled} onChange={onChange} />;
    case 'number':
      return (
        <Input
          type="number"
          inputMode="numeric"
          className="w-40"
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value === '' ? '' : Number(event.target.value))}
        />
      );
    case 'time':
      return (
        <Input
          type="time"
          className="w-40 tabular-nums"
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'zone':
      return <ZoneControl value={text} disabled={disabled} onChange={onChange} />;
    default:
      return (
        <Input type={spec.kind} value={text} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
      );
  }
}

function texts(value: SettingValue): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

type TextControlProps = { value: string; disabled: boolean; onChange: (value: string) => void };

/** Whatever is typed; the browser offers the zones that it knows. */
function ZoneControl({ value, disabled, onChange }: TextControlProps) {
  const id = useId();
  return (
    <>
      <Input
        list={id}
        spellCheck={false}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
