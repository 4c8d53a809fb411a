import { useMemo, useState } from 'react';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { nameIn } from '../post-values/languages';

/** Languages of the list, as tags (BCP 47); with a region where dates or amounts are written in its own way. */
const TAGS =
  'af ak am ar ar-DZ ar-EG ar-LY ar-MA ar-MR ar-SA ar-SD ar-SS ar-TD ar-TN bg bm bn cs da de dje ee el en en-BW en-GB en-GH en-KE en-LR en-MU en-MW en-NA en-NG en-RW en-SC en-SL en-TZ en-UG en-US en-ZA en-ZM en-ZW es es-GQ es-MX et fa ff fi fr fr-CD fr-DZ fr-MA fr-RW fr-TN gaa ha ha-GH he hi hr hu id ig it ja kab kam ki ko lg ln ln-AO luo mas mer mg ms nd nl nb nso nyn om om-KE pl pt pt-AO pt-BR pt-CV pt-GW pt-MZ pt-ST rn ro ru rw sg shi sk sn so so-ET so-KE sr st sv sw sw-CD sw-KE sw-UG ta teo th ti ti-ER tn tn-BW tr ts tzm uk ur vai vi wo xh yo yo-BJ zgh zh zu'.split(
    ' ',
  );

const OTHER = 'other';

type LanguageControlProps = { value: string; disabled: boolean; onChange: (value: string) => void };

/** A language by its name; one that the list does not have by its tag. */
export function LanguageControl({ value, disabled, onChange }: LanguageControlProps) {
  const [isTyped, setTyped] = useState(false);
  // What is typed is no option of its own, as long as it is typed.
  const kept = isTyped ? '' : value;
  const languages = useMemo(() => languageOptions(kept), [kept]);
  return (
    <div className="grid gap-3">
      <Select
        value={isTyped ? OTHER : value}
        disabled={disabled}
        onChange={({ target }) => {
          setTyped(target.value === OTHER);
          if (target.value !== OTHER) onChange(target.value);
        }}
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
        <option value={OTHER}>Another language…</option>
      </Select>
      {isTyped && (
        <Field label="Its code" hint="As standards name it: gsw for Swiss German, pt-MO for Portuguese in Macau.">
          <Input
            autoCapitalize="none"
            spellCheck={false}
            className="w-40"
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}

/** The list by English names, `kept` among them: "Swahili (Kiswahili)". */
export function languageOptions(kept: string): { tag: string; name: string }[] {
  return [...new Set([...TAGS, kept])]
    .filter(Boolean)
    .map((tag) => ({ tag, name: languageTitle(tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function languageTitle(tag: string): string {
  const [english, own] = [nameIn('en', tag), nameIn(tag, tag)];
  return own === english || own === tag ? english : `${english} (${own})`;
}
