import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Some lines of a file, as full-text search finds them. */
@Entity({ name: 'search_passages' })
@Index('search_passages_vector_idx', ['vector'], { type: 'gin' })
@ForeignKey('SearchDocument', ['versionId'], ['versionId'], { onDelete: 'CASCADE' })
export class SearchPassage {
  @PrimaryColumn('uuid')
  versionId!: string;

  /** Place in the tree, from 0. */
  @PrimaryColumn('integer')
  ordinal!: number;

  @Column('text')
  path!: string;

  @Column('text', { nullable: true })
  heading!: string | null;

  /** From 1. */
  @Column('integer')
  startLine!: number;

  /** Page of each line; null where it has none. */
  @Column('integer', { array: true })
  pages!: (number | null)[];

  /** The lines as readers see them. */
  @Column('text')
  text!: string;

  /** Stemmed words, those of the heading with weight B; and the lexeme of account and language, which no word is like. */
  @Column('tsvector', { select: false })
  vector!: string;
}
