import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The pages that a run works on, counted against its account's quota. The row outlives its shelf. */
@Entity({ name: 'counted_pages' })
@Index(['accountId', 'countedAt'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@Check('counted_pages_pages_check', 'pages > 0')
export class CountedPages {
  @PrimaryColumn('uuid')
  shelfId!: string;

  @PrimaryColumn('integer')
  run!: number;

  @Column('uuid')
  accountId!: string;

  @Column('integer')
  pages!: number;

  @Column('timestamptz', { default: () => 'now()' })
  countedAt!: Date;
}
