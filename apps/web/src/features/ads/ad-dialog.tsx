import type { ManagedAd } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { adKeys } from '../../lib/keys/ads.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Field, IconButton, Photo, Textarea, toast, useForm } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { TownSearch } from '../home-town/index.ts'
import { MediaGrid, getUploadQueue, useUploads } from '../media/index.ts'
import { type AdDraft, type AdTown, adDrafts, checkAd, toDraft, PhotoFailed, saveAd } from './ad-draft.ts'
import { fromKilometres, radiusUnit } from './radius.ts'
import styles from './managed-ads.module.css'

/** Returns the state of the ad form, which is stored until the ad is saved. */
function useAd(ad: ManagedAd | null, onSaved: () => void) {
  const client = useQueryClient()
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const [first] = useState(() => toDraft(ad))
  const name = `${person}.${ad?.id ?? 'new'}`
  const queue = useMemo(() => getUploadQueue(person, `ad.${ad?.id ?? 'new'}`), [person, ad])
  const box = adDrafts.useBox(name)
  const draft = box.draft ?? first
  const forget = (keep: boolean) => {
    queue.clear({ keep })
    adDrafts.clear(name)
  }
  const form = useForm({
    isSending: box.isSending,
    check: () => checkAd(draft),
    send: () =>
      adDrafts.submit(name, async (send) => {
        await saveAd({ id: ad?.id ?? null, draft, queue }, send)
        forget(true)
        toast({ kind: 'success', title: m.ads_saved() })
        await client.invalidateQueries({ queryKey: adKeys.all })
        onSaved()
      }),
    explain: (error) => ({
      title: m.ads_save_failed(),
      description: error instanceof PhotoFailed ? m.ads_photo_failed() : whyNot(error, m.ads_try_later()),
    }),
  })
  const type = (change: Partial<AdDraft>) => {
    form.typed()
    adDrafts.write(name, { ...draft, ...change })
  }
  return { draft, queue, form, type, drop: () => forget(false) }
}

type Editing = ReturnType<typeof useAd>

function Town({
  town,
  error,
  onTake,
}: {
  town: AdTown | null
  error: string | undefined
  onTake: (town: AdTown | null) => void
}) {
  if (!town)
    return (
      <TownSearch label={m.ads_form_town()} error={error} onTake={({ text: _, ...found }) => onTake(found)} />
    )
  return (
    <div className={looks.field}>
      <span className={looks.fieldLabel}>{m.ads_form_town()}</span>
      <p className={styles.town}>
        <MapPin size={20} aria-hidden="true" />
        <bdi>{town.name}</bdi>
        <IconButton label={m.home_town_remove({ name: town.name })} onClick={() => onTake(null)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </p>
    </div>
  )
}

function Picture({ ad, editing }: { ad: ManagedAd | null; editing: Editing }) {
  const { draft, queue, type } = editing
  const isReplaced = useUploads(queue).length > 0
  if (!ad?.media || !draft.media_id || isReplaced)
    return (
      <MediaGrid queue={queue} label={m.ads_form_photo()} withCover={false} one={m.ads_form_photo_add()} />
    )
  return (
    <div className={looks.field}>
      <span className={looks.fieldLabel}>{m.ads_form_photo()}</span>
      <p className={styles.town}>
        <Photo className={styles.thumb} media={ad.media} alt="" square />
        <IconButton label={m.ads_form_photo_remove()} onClick={() => type({ media_id: null })}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </p>
    </div>
  )
}

function Texts({ editing }: { editing: Editing }) {
  const { draft, form, type } = editing
  const { errors } = form
  return (
    <>
      <Field
        name="title"
        label={m.ads_form_title()}
        error={errors.title}
        maxLength={LIMITS.ad_title_max}
        autoComplete="off"
        value={draft.title}
        onChange={({ target }) => type({ title: target.value })}
      />
      <Textarea
        name="content"
        label={m.ads_form_content()}
        error={errors.content}
        rows={2}
        maxLength={LIMITS.ad_content_max}
        value={draft.content}
        onChange={({ target }) => type({ content: target.value })}
      />
      <Field
        name="link"
        label={m.ads_form_link()}
        placeholder="https://"
        error={errors.link}
        inputMode="url"
        autoComplete="off"
        maxLength={LIMITS.photo_url_max}
        value={draft.link}
        onChange={({ target }) => type({ link: target.value })}
      />
    </>
  )
}

function WhereAndWhen({ editing }: { editing: Editing }) {
  const { draft, form, type } = editing
  const { errors } = form
  const day = (field: 'starts_on' | 'ends_on', label: string) => (
    <Field
      type="date"
      name={field}
      label={label}
      error={errors[field]}
      value={draft[field]}
      onChange={({ target }) => type({ [field]: target.value })}
    />
  )
  return (
    <>
      <Town town={draft.town} error={errors.place_name} onTake={(town) => type({ town })} />
      <Field
        type="number"
        name="radius_km"
        label={m.ads_form_radius({ unit: radiusUnit() })}
        hint={m.ads_form_radius_hint()}
        error={errors.radius_km}
        step="any"
        min={fromKilometres(1)}
        max={fromKilometres(LIMITS.ad_radius_km)}
        value={draft.radius}
        onChange={({ target }) => type({ radius: target.value })}
      />
      <div className={styles.days}>
        {day('starts_on', m.ads_form_start())}
        {day('ends_on', m.ads_form_end())}
      </div>
    </>
  )
}

/** The dialog for creating or editing an ad. Its values are stored until the ad is saved or discarded. */
export function AdDialog({ ad, onClosed }: { ad: ManagedAd | null; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const editing = useAd(ad, () => setOpen(false))
  const drop = () => {
    editing.drop()
    setOpen(false)
  }
  return (
    <FormDialog
      form={editing.form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      size="wide"
      title={ad ? m.ads_edit_title() : m.ads_create()}
      onCancel={drop}
      submit={m.ads_save()}
      sending={m.ads_saving()}
      className={styles.form}
    >
      <Texts editing={editing} />
      <Picture ad={ad} editing={editing} />
      <WhereAndWhen editing={editing} />
    </FormDialog>
  )
}
