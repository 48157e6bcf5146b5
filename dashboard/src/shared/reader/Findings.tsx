import { Anchor, Badge, Group, ScrollArea, Text } from '@mantine/core';
import type { AuditFinding } from '../../../../contract/vocabulary.js';
import { formatCount } from '../format.js';
import { type FindingPlace, pageOf } from './finding-place.js';

const COLORS: Record<AuditFinding['severity'], string> = { error: 'red', review: 'yellow', warning: 'gray' };

interface Props {
  findings: readonly AuditFinding[];
  /** Where one leads; null where it is about the whole. */
  placeOf: (finding: AuditFinding) => FindingPlace | null;
  onOpen: (place: FindingPlace) => void;
}

/** Remarks of the verification; each leads to its file and page. */
export function Findings({ findings, placeOf, onOpen }: Props) {
  if (findings.length === 0) return null;
  return (
    <ScrollArea.Autosize
      mah="35%"
      p="xs"
      className="below-tree"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Findings' }}
    >
      <Text size="sm" fw={600}>
        {formatCount(findings.length, 'finding')}
      </Text>
      {findings.map((finding, index) => {
        const { severity, message } = finding;
        const place = placeOf(finding);
        return (
          <Group key={index} gap="xs" wrap="nowrap" align="start" mt={6}>
            <Badge size="xs" color={COLORS[severity]} variant="dot" style={{ flexShrink: 0 }}>
              {severity}
            </Badge>
            <Text size="xs" dir="auto">
              {message}{' '}
              {place === null ? (
                finding.sourceRef
              ) : (
                <Anchor component="button" size="xs" onClick={() => onOpen(place)}>
                  {named(finding, place)}
                </Anchor>
              )}
            </Text>
          </Group>
        );
      })}
    </ScrollArea.Autosize>
  );
}

/** What a remark names: its file, its page, or both. */
function named(finding: AuditFinding, { file }: FindingPlace): string {
  const page = pageOf(finding);
  return [finding.file === undefined ? null : file, page === null ? null : `page ${page}`]
    .filter((part) => part !== null)
    .join(', ');
}
