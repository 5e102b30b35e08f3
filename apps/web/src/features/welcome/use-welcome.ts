import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { readStored, readStoredInTab, writeStored, writeStoredInTab } from '../../lib/storage.ts'
import { welcomeKeys } from '../../lib/keys/welcome.ts'

/** The number of visits (tabs) during which the welcome card is shown. */
const VISITS_MAX = 2

// Stored on this device once the welcome has ended, so that the server isn't asked again.
function nameFor(user_id: string) {
  return `nollie.welcomed.${user_id}`
}

function visitsFor(user_id: string) {
  return `nollie.welcome-visits.${user_id}`
}

async function endOnEveryDevice(user_id: string): Promise<void> {
  await call('PATCH /api/account/preferences', { body: { welcomed: true } })
  writeStored(nameFor(user_id), true)
}

// Counts this visit, once per tab. Returns the number of visits on this device so far.
function countVisit(user_id: string): number {
  const name = visitsFor(user_id)
  const before = Number(readStored(name)) || 0
  if (readStoredInTab(name) === true) return before
  writeStored(name, before + 1)
  writeStoredInTab(name, true)
  return before + 1
}

// Resolves to whether the person has already been welcomed. Ends the welcome after the last visit that shows it.
async function fetchWelcomed(user_id: string, signal: AbortSignal): Promise<boolean> {
  const { welcomed } = await call('GET /api/account/preferences', { signal })
  if (welcomed) writeStored(nameFor(user_id), true)
  else if (countVisit(user_id) <= VISITS_MAX) return false
  else await endOnEveryDevice(user_id)
  return true
}

/** Returns whether to show the welcome card, and a function that ends the welcome on all devices. */
export function useWelcome(user_id: string | undefined) {
  const [done, setDone] = useState(false)
  const isKnown = user_id === undefined || readStored(nameFor(user_id)) === true
  const { data } = useQuery({
    queryKey: welcomeKeys.done(user_id),
    queryFn: ({ signal }) => fetchWelcomed(user_id ?? '', signal),
    enabled: !isKnown,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const end = () => {
    setDone(true)
    // If this fails, the card reappears on the next visit, which is harmless.
    if (user_id) endOnEveryDevice(user_id).catch(() => undefined)
  }
  return { waits: data === false && !done && !isKnown, end }
}
