import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

interface Purge {
  /** SQL on the table's own columns, with `:name` for the parameters. */
  where: string;
  parameters?: Record<string, unknown>;
  limit: number;
}

/** Removes at most `limit` of the rows that a condition holds for; answers how many. */
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
    // the condition once more: a row that waited to be removed may have been changed
    .where(`(${where}) AND ctid IN (SELECT ctid FROM ${tableName} WHERE ${where} LIMIT :limit)`, {
      ...parameters,
      limit,
    })
    .execute();
  return result.affected ?? 0;
}
