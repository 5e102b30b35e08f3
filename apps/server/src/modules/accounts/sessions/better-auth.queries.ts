import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/types'
import { CamelCasePlugin, type KyselyPlugin } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { hashOfToken } from './session-token.ts'

type Row = Record<string, unknown>

// Our pool returns timestamps as strings, but better-auth compares them as dates.
const timesAsDates: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(withDates) }),
}

const withDates = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('At') && typeof value === 'string' ? new Date(value) : value,
    ]),
  )

const hashed = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(hashed) : typeof value === 'string' ? hashOfToken(value) : value

const hashedWhere = (where: Where[] = []): Where[] =>
  where.map((part) => (part.field === 'token' ? { ...part, value: hashed(part.value) as string } : part))

const requestedToken = (where: Where[] = []): string | null => {
  const value = where.find(({ field }) => field === 'token')?.value
  return typeof value === 'string' ? value : null
}

type Call = { model: string; where?: Where[]; data?: Row; update?: Row }

/**
 * Stores session tokens as hashes while better-auth works with plain tokens. Rows that were just created or looked up
 * by token contain the token. Other rows contain the hash, which grants no access.
 */
const withHashedTokens = <A extends DBTransactionAdapter>(adapter: A): A => {
  const wrap =
    (method: (call: never) => Promise<unknown>) =>
    async (call: Call): Promise<unknown> => {
      if (call.model !== 'session') return method(call as never)
      const token = (call.data?.token as string | undefined) ?? requestedToken(call.where)
      const found = await method({
        ...call,
        ...(call.where && { where: hashedWhere(call.where) }),
        ...(call.data && { data: { ...call.data, token: hashed(call.data.token) } }),
        ...(call.update && 'token' in call.update
          ? { update: { ...call.update, token: hashed(call.update.token) } }
          : {}),
      } as never)
      const row = found as Row | null
      return token && row && typeof row === 'object' && 'token' in row ? { ...row, token } : found
    }
  const methods = Object.entries(adapter).map(([name, value]) => [
    name,
    typeof value === 'function' && name !== 'transaction' && name !== 'createSchema'
      ? wrap(value as never)
      : value,
  ])
  return Object.fromEntries(methods) as A
}

const plain = (db: Db, options: BetterAuthOptions, transaction: boolean): DBAdapter =>
  kyselyAdapter(db.withPlugin(new CamelCasePlugin()).withPlugin(timesAsDates) as never, {
    type: 'postgres',
    transaction,
  })(options)

/**
 * Returns better-auth's storage, using our tables, pool, and column names. If given a transaction, everything
 * better-auth does is part of it.
 */
export const authAdapter = (db: Db, options: BetterAuthOptions): DBAdapter => {
  const adapter = plain(db, options, !db.isTransaction)
  return {
    ...withHashedTokens(adapter),
    transaction: (work) => adapter.transaction((tx) => work(withHashedTokens(tx))),
  }
}
