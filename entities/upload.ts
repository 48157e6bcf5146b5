import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { sha256Hex } from './checks.js';

/**
 * A PDF that is being stored, or is stored, in the object store. The row is written before the first byte, so that the
 * object of an interrupted upload can be found. Once committed it is a source of its shelf, until neither the shelf's run
 * nor a version refers to it.
 */
@Entity({ name: 'uploads' })
@Unique(['objectKey'])
@Index(['createdAt'], { where: 'committed_at IS NULL' })
@Index(['shelfId'])
@Index(['accountId'])
@ForeignKey('Account', ['accountId'], ['id'])
@ForeignKey('Shelf', ['shelfId'], ['id'], { onDelete: 'CASCADE' })
@Check('uploads_sha256_check', sha256Hex('sha256'))
@Check(
  'uploads_committed_check',
  'committed_at IS NULL OR (shelf_id IS NOT NULL AND size_bytes IS NOT NULL AND sha256 IS NOT NULL AND abandoned_at IS NULL)',
)
export class Upload {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  shelfId!: string | null;

  @Column('text')
  objectKey!: string;

  @Column('text')
  fileName!: string;

  @Column('text')
  mimeType!: string;

  /** What its scanned pages are recognised in, joined by "+", as its owner has said; null where the document tells it. */
  @Column('text', { nullable: true })
  languages!: string | null;

  /** Known with the last byte, as is `sha256`. */
  @Column('bigint', { nullable: true })
  sizeBytes!: number | null;

  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  committedAt!: Date | null;

  /** Set before the sweeper removes the object: such a row can no longer be committed. */
  @Column('timestamptz', { nullable: true })
  abandonedAt!: Date | null;
}
