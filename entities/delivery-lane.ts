import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many deliveries of an account wait for a slot at an origin: kept by a trigger on `deliveries`. */
@Entity({ name: 'delivery_lanes' })
export class DeliveryLane {
  /** As in `delivery_slots`. */
  @PrimaryColumn('text')
  origin!: string;

  @Column('integer', { default: 0 })
  waiting!: number;
}
