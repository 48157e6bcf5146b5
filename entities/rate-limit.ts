import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Requests that one limit has granted to one client. The table is UNLOGGED: a crash of Postgres may lose counts. */
@Entity({ name: 'rate_limits' })
@Index(['sliceStart'])
export class RateLimit {
  /** The limit's name and the client's. */
  @PrimaryColumn('text')
  key!: string;

  /** Start of the slice of the window in which the last hit was. */
  @Column('timestamptz')
  sliceStart!: Date;

  /** Hits by slice, the latest slice first. */
  @Column('integer', { array: true })
  hits!: number[];

  /** Hits granted by the last statement. */
  @Column('integer')
  granted!: number;
}
