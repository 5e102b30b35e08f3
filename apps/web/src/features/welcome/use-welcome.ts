import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'

// What the server answered once stays true: this device does not ask again.
const nameFor = (user_id: string) => `nollie.welcomed.${user_id}`

/** Whether the welcome waits for this person, and how it ends for good, on every device. */
export function useWelcome(user_id: string | undefined) {
  const [done, setDone] = useState(false)
  const isKnown = user_id === undefined || readStored(nameFor(user_id)) === true
  const { data } = useQuery({
    queryKey: ['account', 'welcomed', user_id],
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
    // Not reached: it comes once more at the next visit, which is no harm.
    call('PATCH /api/account/preferences', { body: { welcomed: true } }).then(
      () => user_id && writeStored(nameFor(user_id), true),
      () => undefined,
    )
  }
  return { waits: data === false && !done && !isKnown, end }
}
