import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Operation } from '../contract/vocabulary.js';

/** The pending operations of a draft in review. The row goes with the draft, and when the draft gets its number. */
@Entity({ name: 'review_edits' })
@Index(['sessionId'])
@ForeignKey('Version', ['versionId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Session', ['sessionId'], ['id'], { onDelete: 'SET NULL' })
@Check('review_edits_revision_check', 'revision > 0')
export class ReviewEdit {
  /** The draft. */
  @PrimaryColumn('uuid')
  versionId!: string;

  /** Counts the changes from 1. */
  @Column('integer')
  revision!: number;

  @Column('jsonb')
  operations!: Operation[];

  /** Who made the last change; null when that session is gone. */
  @Column('uuid', { nullable: true })
  sessionId!: string | null;

  @Column('timestamptz')
  changedAt!: Date;
}
