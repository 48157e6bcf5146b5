import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key that has set where a webhook sends to. Nobody knows it of webhooks that there are already. */
export class WebhookKeys1795219200045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_endpoints ADD COLUMN url_set_by_key text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_endpoints DROP COLUMN url_set_by_key`);
  }
}
