import { Select } from '@mantine/core';
import { useAccount } from '../../shared/session.js';

/** The installed languages of scanned pages; nothing where there is no choice. */
export function LanguageSelect({ value, onChange }: { value: string | null; onChange: (code: string | null) => void }) {
  const { data } = useAccount();
  if (!data || data.languages.length < 2) return null;
  return (
    <Select
      label="Language of scans"
      placeholder="By document"
      clearable
      clearButtonProps={{ 'aria-label': 'Language by document' }}
      data={data.languages.map((code) => ({ value: code, label: nameOf(code) }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** In English, as the rest of the page; the code itself where the browser knows no name. */
const nameOf = (code: string) =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(code.replace(/_.*/, '')) ?? code;
