import { Anchor, Badge, Group, ScrollArea, Text } from '@mantine/core';
import type { AuditFinding } from '../../../../contract/vocabulary.js';
import { formatCount } from '../format.js';

const COLORS: Record<AuditFinding['severity'], string> = { error: 'red', review: 'yellow', warning: 'gray' };

/** Remarks of the verification; each leads to its file. */
export function Findings({ findings, onOpen }: { findings: readonly AuditFinding[]; onOpen: (file: string) => void }) {
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
      {findings.map(({ severity, message, file, sourceRef }, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="start" mt={6}>
          <Badge size="xs" color={COLORS[severity]} variant="dot" style={{ flexShrink: 0 }}>
            {severity}
          </Badge>
          <Text size="xs" dir="auto">
            {message}{' '}
            {file === undefined ? (
              sourceRef
            ) : (
              <Anchor component="button" size="xs" onClick={() => onOpen(file)}>
                {file}
              </Anchor>
            )}
          </Text>
        </Group>
      ))}
    </ScrollArea.Autosize>
  );
}
