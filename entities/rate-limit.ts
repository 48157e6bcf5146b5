import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Requests that one limit has granted to one client. The table is UNLOGGED: a crash of Postgres may forget counts. */
@Entity({ name: 'rate_limits' })
@Index(['sliceStart'])
export class RateLimit {
  /** The limit's name and whom it counts. */
  @PrimaryColumn('text')
  key!: string;

  /** Of the slice of the window that was under way at the last hit. */
  @Column('timestamptz')
  sliceStart!: Date;

  /** By slice, that one first. */
  @Column('integer', { array: true })
  hits!: number[];

  /** By the last statement. */
  @Column('integer')
  granted!: number;
}
