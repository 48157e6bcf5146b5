import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One request of a delivery, for the history. */
@Entity({ name: 'delivery_attempts' })
@Index(['startedAt'])
@ForeignKey('Delivery', ['deliveryId'], ['id'], { onDelete: 'CASCADE' })
export class DeliveryAttempt {
  @PrimaryColumn('text')
  deliveryId!: string;

  /** From 1; a redelivery continues the count. */
  @PrimaryColumn('integer')
  number!: number;

  @Column('timestamptz')
  startedAt!: Date;

  @Column('integer')
  durationMs!: number;

  @Column('integer', { nullable: true })
  statusCode!: number | null;

  @Column('text', { nullable: true })
  responseText!: string | null;

  @Column('text', { nullable: true })
  error!: string | null;
}
