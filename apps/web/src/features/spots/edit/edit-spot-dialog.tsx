import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button, ConfirmDialog, Loading } from '../../../ui/index.ts'
import { EditSpotFields, StaleNotice } from './edit-spot-form.tsx'
import { useSpotEdit } from './use-spot-edit.ts'
import { looks } from '../../../ui/looks.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import styles from '../spot-dialogs.module.css'
import spotsStyles from '../spots.module.css'

/** The content of the dialog for editing a spot. */
export function EditDialog({ spotId, onClose }: { spotId: string; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const edit = useSpotEdit(spotId, () => setOpen(false))
  const [asking, setAsking] = useState(false)
  const leave = () => {
    setAsking(false)
    edit.drop()
    setOpen(false)
  }
  return (
    <FormDialog
      form={{ busy: edit.busy, submit: edit.save }}
      open={open}
      // Only the dialog's own buttons close it, not Escape or a click outside (EDIT-02).
      onOpenChange={() => undefined}
      onClosed={onClose}
      firm
      size="tall"
      title={m.spots_edit()}
      onCancel={() => (edit.touched ? setAsking(true) : leave())}
      submit={m.spots_edit_save()}
      sending={m.spots_saving()}
      className={styles.editSpot}
    >
      <EditBody edit={edit} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.spots_edit_discard_title()}
        confirm={m.spots_edit_discard()}
        onConfirm={leave}
        cancel={m.spots_edit_continue()}
      >
        {m.spots_edit_discard_text()}
      </ConfirmDialog>
    </FormDialog>
  )
}

// The fields, once the spot has loaded. Until then, a loading or error message.
function EditBody({ edit }: { edit: ReturnType<typeof useSpotEdit> }) {
  if (edit.phase === 'loading') return <Loading label={m.spots_loading()} />
  if (edit.phase === 'failed' || edit.phase === 'missing')
    return (
      <div className={spotsStyles.galleryFailed} role="alert">
        <p>{edit.phase === 'missing' ? m.spots_missing_text() : m.spots_failed_title()}</p>
        {edit.phase === 'failed' && (
          <Button variant="line" size="sm" onClick={edit.again}>
            {m.shell_retry()}
          </Button>
        )}
      </div>
    )
  return (
    edit.base && (
      <>
        {edit.restored && (
          <p className={styles.dialogRestored} role="status">
            {m.share_draft_restored()}
            <button type="button" className={looks.link} onClick={edit.startOver}>
              {m.share_draft_discard()}
            </button>
          </p>
        )}
        {edit.stale && edit.stale.collisions.length > 0 && (
          <StaleNotice stale={edit.stale} onChoose={edit.choose} />
        )}
        <EditSpotFields
          base={edit.base}
          form={edit.form}
          nameError={edit.nameError}
          crewError={edit.crewError}
          onChange={edit.change}
        />
      </>
    )
  )
}
