import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { stewardKeys } from '../../lib/keys/stewards.ts'
import { Button, toast } from '../../ui/index.ts'
import { explainAct } from './use-steward-action.ts'

type Props = { area: { id: string; name: string }; isFollowed: boolean }

/** Follows or unfollows an area. */
export function FollowArea({ area, isFollowed }: Props) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const params = { area_id: area.id }
      return isFollowed
        ? call('DELETE /api/stewards/areas/:area_id/follow', { params })
        : call('PUT /api/stewards/areas/:area_id/follow', { params })
    },
    onSuccess: async () => {
      toast({
        kind: 'success',
        title: isFollowed
          ? m.stewards_unfollowed({ area: area.name })
          : m.stewards_followed({ area: area.name }),
      })
      await client.invalidateQueries({ queryKey: stewardKeys.all })
    },
    onError: (error) => toast({ kind: 'error', ...explainAct(error) }),
  })
  return (
    <Button
      variant={isFollowed ? 'line' : 'primary'}
      size="sm"
      icon={isFollowed ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
      aria-label={
        isFollowed
          ? m.stewards_unfollow_area({ area: area.name })
          : m.stewards_follow_area({ area: area.name })
      }
      busy={isPending && m.stewards_sending()}
      onClick={() => mutate()}
    >
      {isFollowed ? m.stewards_unfollow() : m.stewards_follow()}
    </Button>
  )
}
