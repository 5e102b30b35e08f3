import type { Api } from '@nollie/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { Avatar, Button, NextPage, toast } from '../../ui/index.ts'
import { showError } from './error-text.ts'
import { CardState, Row, Section } from './section.tsx'
import { blocksQuery } from './settings-requests.ts'

type Block = Api['GET /api/blocks']['answer']['items'][number]

function Blocked({ block: { user_id, user } }: { block: Block }) {
  const client = useQueryClient()
  const name = nameOf(user, m.settings_blocked_nameless())
  const unblock = useMutation({
    mutationFn: () => call('DELETE /api/people/:user_id/block', { params: { user_id } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: m.settings_unblocked(),
        description: m.settings_unblock_done({ name }),
      })
      // They come back to every list there is.
      return client.invalidateQueries()
    },
    onError: (error) => showError(error, m.settings_unblock_failed({ name })),
  })
  return (
    <li>
      <Row
        icon={<Avatar person={user ?? { username: name }} size={44} />}
        title={<bdi>{name}</bdi>}
        action={
          <Button
            variant="line"
            size="sm"
            aria-label={m.settings_unblock_label({ name })}
            busy={unblock.isPending && m.shell_loading()}
            onClick={() => unblock.mutate()}
          >
            {m.settings_unblock()}
          </Button>
        }
      >
        {user && `@${user.username}`}
      </Row>
    </li>
  )
}

/** Whom the person blocks, and the way to take it back. */
export function BlockedSection() {
  const query = useInfiniteQuery(blocksQuery)
  const blocks = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section id="blocked" title={m.settings_blocked()}>
      <CardState query={query} failed={m.settings_blocked_failed()}>
        {blocks.length === 0 && !query.hasNextPage ? (
          <p className="settings-text">{m.settings_blocked_none()}</p>
        ) : (
          <ul aria-label={m.settings_blocked()}>
            {blocks.map((block) => (
              <Blocked key={block.user_id} block={block} />
            ))}
          </ul>
        )}
        <NextPage
          pages={query}
          label={m.settings_loading()}
          failed={m.settings_blocked_next_failed()}
          byHand
        />
      </CardState>
    </Section>
  )
}
