import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Requests counted in one window of one limit. The table is UNLOGGED: a crash of Postgres may forget counts. */
@Entity({ name: 'rate_limits' })
@Index(['windowStart'])
export class RateLimit {
  /** The limit's name and whom it counts. */
  @PrimaryColumn('text')
  key!: string;

  @PrimaryColumn('timestamptz')
  windowStart!: Date;

  @Column('integer')
  hits!: number;
}
