import { Check, Column, Entity, Index } from 'typeorm';
import { EmailedCode } from './emailed-code.js';

/** A request for an account, with its own code and password; the account is created when the code is verified. */
@Entity({ name: 'registrations' })
@Index(['email', 'createdAt'])
@Index(['createdAt'])
@Check('registrations_email_check', 'email = lower(email) AND char_length(email) <= 254')
export class Registration extends EmailedCode {
  @Column('text')
  name!: string;

  @Column('text')
  passwordHash!: string;
}
