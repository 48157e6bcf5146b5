import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Version of the passages' format; a greater number makes the reconciler index all shelves again. */
export const SEARCH_FORMAT = 1;

/** A version that full-text search finds: the current one of its shelf, or one that was until a moment ago. */
@Entity({ name: 'search_documents' })
@Index(['accountId', 'language'])
@ForeignKey('Version', ['versionId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
export class SearchDocument {
  @PrimaryColumn('uuid')
  versionId!: string;

  @Column('uuid')
  accountId!: string;

  /** Name of the text search configuration that its words were stemmed with. */
  @Column('text')
  language!: string;

  /** `SEARCH_FORMAT` of the release that has indexed it. */
  @Column('integer')
  format!: number;

  @Column('integer')
  passages!: number;

  /** False where the document is larger than what is indexed of one, or is set aside since workers died indexing it. */
  @Column('boolean')
  complete!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
