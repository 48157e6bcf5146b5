import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

interface Purge {
  /** SQL on the table's own columns, with `:name` for the parameters. */
  where: string;
  parameters?: Record<string, unknown>;
  limit: number;
}

/** Removes at most `limit` rows for which a condition holds; returns how many. */
export async function removeSome(
  manager: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  { where, parameters = {}, limit }: Purge,
): Promise<number> {
  const { tableName } = manager.connection.getMetadata(entity);
  const result = await manager
    .createQueryBuilder()
    .delete()
    .from(entity)
    // the condition again: a row may have changed while the statement waited for its lock
    .where(`(${where}) AND ctid IN (SELECT ctid FROM ${tableName} WHERE ${where} LIMIT :limit)`, {
      ...parameters,
      limit,
    })
    .execute();
  return result.affected ?? 0;
}
