import { Select } from '@mantine/core';
import { TEMPLATES, type Template } from '../../../../contract/vocabulary.js';

/** The option for no template. */
const NONE = '';

interface Props {
  value: Template | null;
  onChange: (template: Template | null) => void;
  /** Whether the list opens above everything; not in dialogs, which keep the focus. */
  withinPortal?: boolean;
}

/** A template, or none: then files follow the headings. */
export function TemplateSelect({ value, onChange, withinPortal = true }: Props) {
  return (
    <Select
      label="Template"
      allowDeselect={false}
      data={[
        { value: NONE, label: 'None, by headings' },
        ...TEMPLATES.map((name) => ({ value: name, label: name.replace('-', ' ') })),
      ]}
      value={value ?? NONE}
      onChange={(chosen) => onChange(TEMPLATES.find((name) => name === chosen) ?? null)}
      comboboxProps={{ withinPortal }}
    />
  );
}
