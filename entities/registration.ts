import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Somebody's wish for an account. Each keeps its own code and password; the account comes with the verification. */
@Entity({ name: 'registrations' })
@Index(['email', 'createdAt'])
@Index(['createdAt'])
@Check('registrations_email_check', 'email = lower(email) AND char_length(email) <= 254')
export class Registration {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column('text')
  passwordHash!: string;

  @Column('text')
  codeHash!: string;

  /** Codes tried while this registration was open, right or wrong. */
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
