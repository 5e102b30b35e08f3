import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { welcomeKeys } from '../../lib/keys/welcome.ts'

// The welcome is shown only once. This device remembers that, so it doesn't have to ask the server again.
const nameFor = (user_id: string) => `nollie.welcomed.${user_id}`

/** Returns whether to welcome this person, and a function that ends the welcome on every device. */
export function useWelcome(user_id: string | undefined) {
  const [done, setDone] = useState(false)
  const isKnown = user_id === undefined || readStored(nameFor(user_id)) === true
  const { data } = useQuery({
    queryKey: welcomeKeys.done(user_id),
    queryFn: async ({ signal }) => {
      const { welcomed } = await call('GET /api/account/preferences', { signal })
      if (welcomed && user_id) writeStored(nameFor(user_id), true)
      return welcomed
    },
    enabled: !isKnown,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const end = () => {
    setDone(true)
    // If this fails, the welcome reappears on the next visit, which does no harm.
    call('PATCH /api/account/preferences', { body: { welcomed: true } }).then(
      () => user_id && writeStored(nameFor(user_id), true),
      () => undefined,
    )
  }
  return { waits: data === false && !done && !isKnown, end }
}
