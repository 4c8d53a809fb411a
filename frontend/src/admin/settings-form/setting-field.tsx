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
import { LanguageControl } from './language-control';
import { PictureField } from './picture-field';
import { PostsControl } from './posts-control';
import type { SettingFieldSpec } from './setting-fields';
import { ZoneControl } from './zone-control';

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
          It is fixed on the server (<code>{fixedBy}</code>), and changes there.
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
  const plain = { value: text, disabled, onChange };
  switch (spec.kind) {
    case 'picture':
      return (
        <PictureField label={spec.label} hash={text} theme={themeOf(spec)} disabled={disabled} onChange={onChange} />
      );
    case 'colour':
      return <ColourControl {...plain} />;
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
      return <ZoneControl {...plain} />;
    case 'language':
      return <LanguageControl {...plain} />;
    default:
      return (
        <Input type={spec.kind} value={text} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
      );
  }
}

const themeOf = ({ key }: SettingFieldSpec) => (key.endsWith('_dark') ? 'dark' : 'light');

function texts(value: SettingValue): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
