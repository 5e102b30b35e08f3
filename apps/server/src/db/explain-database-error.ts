import { hostname } from 'node:os'
import pg from 'pg'
import { StartRefused } from '../platform/start-refused.ts'

type Failure = Error & { code?: string; errors?: Failure[]; detail?: string; hint?: string }

const NETWORK = /^E(?!RR_)[A-Z_]+$/
/**
 * Errors with self-explanatory messages: connection errors, a missing database, exhausted resources, and a database
 * that is starting or stopping.
 */
const PLAIN = /^(08|3D000|53|57P)/
const UNVERIFIED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
])
const OTHER_DATES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])
const TLS = /^(CERT_|CRL_|ERR_SSL_|ERR_OSSL_|ERR_TLS_|EPROTO$|INVALID_CA$|HOSTNAME_MISMATCH$)/

function explainCertificate(code: string, message: string): string | null {
  if (UNVERIFIED.has(code))
    return 'its certificate is signed by an unknown authority. Add ?sslrootcert=FILE with the certificate of that authority (PEM) to its address'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return 'its certificate is for a different host name. Use the host name in the certificate'
  if (OTHER_DATES.has(code))
    return `${message}. Renew the certificate, or set the clock of ${hostname()} if it is wrong`
  if (/does not support SSL/i.test(message))
    return "it doesn't offer TLS. Turn ssl on in its configuration, or leave sslmode out of the address if the network is safe"
  return TLS.test(code) ? `no TLS connection was possible (${message.split('\n')[0]})` : null
}

const LOGIN =
  'Check user and password in its address; characters like # / ? @ % in them must be percent-encoded (%23 %2F %3F %40 %25)'

function explainRight(message: string): string {
  // After a restore by a superuser, the tables belong to that user.
  if (/must be owner of|for (table|sequence|function)/.test(message))
    return `${message}. The tables belong to another user; as a superuser in this database: REASSIGN OWNED BY that user TO its user`
  if (/schema/.test(message))
    return `${message}. Make its user the owner, as a superuser in this database: ALTER DATABASE nollie OWNER TO its user; ALTER SCHEMA public OWNER TO its user;`
  if (/extension/.test(message))
    return `${message}. Create it once as a superuser in this database: CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent;`
  return message
}

const EMPTY =
  'It has tables of another program. Name an empty database: CREATE DATABASE nollie TEMPLATE template0 OWNER nollie'

function explainAnswer({ code = '', message }: Failure): string | null {
  if (/no encryption/.test(message))
    return `${message}. Add ?sslmode=verify-full to its address, or check the user`
  if (/^28/.test(code)) return `${message}. ${LOGIN}`
  // Tables, functions, and types that exist before the first migration.
  if (/^42(P07|710|723)$/.test(code)) return `${message}. ${EMPTY}`
  if (/^53300$/.test(code)) return `${message}. Raise its limit, or stop other programs that use it`
  if (/SASL|password must be a string/.test(message)) return `it asks for a password. ${LOGIN}`
  if (code === '42501') return explainRight(message)
  if (/extension/.test(message) && /^(0A000|58P01|22023)$/.test(code))
    return `${message}. Install PostgreSQL's contrib modules (Debian: postgresql-contrib)`
  if (code === '25006') return `${message}. Name the primary in DATABASE_URL`
  return null
}

/** Explains what an operator can do about a connection or statement error; returns null for a bug. */
function explain(error: Failure): string | null {
  const first = error.errors?.[0]
  const { code = '', message } = error.message || !first ? error : first
  const explained = explainCertificate(code, message) ?? explainAnswer(error)
  if (explained) return explained
  if (NETWORK.test(code) || PLAIN.test(code)) return message
  if (/timeout|terminated|Received unexpected|invalid response/i.test(message))
    return `${message}. Check host and port: does PostgreSQL answer there?`
  return error instanceof pg.DatabaseError ? `${message} (SQLSTATE ${code})` : null
}

/**
 * Converts a startup error to one line. `where` names the database without the password.
 * @returns the error itself if the operator can't do anything about it
 */
export function explainDatabaseError(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof StartRefused) return error
  const { code = '', message } = error as Failure
  if (code === '53100' || code === 'ENOSPC')
    return new StartRefused('The disk is full. Nothing was lost; free some space and start again.')
  if (/unsupported startup parameter/.test(message))
    return new StartRefused(
      where.includes('directly at')
        ? `DATABASE_DIRECT_URL also leads to a pooler (${where}). It must name the database itself.`
        : `The database (${where}) is behind a pooler. Also set DATABASE_DIRECT_URL to the database itself.`,
    )
  const explained = explain(error)
  return explained === null ? error : new StartRefused(`The database (${where}) can't be used: ${explained}`)
}

/**
 * Like `explainDatabaseError`, but only for a database that has failed or refuses connections. Later in the start, any
 * other error is a bug, or about another program.
 */
export function explainLostDatabase(error: unknown, where: string): unknown {
  const isLost = error instanceof pg.DatabaseError && PLAIN.test(error.code ?? '')
  return isLost ? explainDatabaseError(error, where) : error
}
