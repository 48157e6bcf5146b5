import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** What all wishes share that a code by e-mail is to confirm; entities/queries/codes.ts has their rules. */
export abstract class EmailedCode {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Column('text')
  codeHash!: string;

  /** Codes tried while this one was open, right or wrong. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz')
  expiresAt!: Date;

  /** Set when a code was accepted for this address: nothing more can be done with the row. */
  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
