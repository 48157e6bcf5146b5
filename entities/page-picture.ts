import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A picture of a page in the object store, or the mark that there can be none. Written before the object and removed after
 * it: what is stored is never more than the rows say, except for what the sweeper has yet to find.
 */
@Entity({ name: 'page_pictures' })
@Index(['accountId'])
@Index(['versionId'])
@ForeignKey('Version', ['versionId'], ['id'], { onDelete: 'CASCADE' })
@Check('page_pictures_size_bytes_check', 'size_bytes >= 0')
export class PagePicture {
  @PrimaryColumn('text')
  objectKey!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid')
  versionId!: string;

  /** Counted from 1; 0 is the document as a whole. */
  @Column('integer')
  page!: number;

  @Column('bigint')
  sizeBytes!: number;

  /** Of a mark: why nothing can be drawn. */
  @Column('text', { nullable: true })
  fault!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  drawnAt!: Date;
}
