import { Fragment, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Host, PolicyInfo } from '../../host'
import { FormGrid, FormHint, FormLabel, FormLine } from '../../ui/Form'
import { FailureNotice, Notice } from '../../ui/Notice'
import { decidedBy, Policy } from './policy'
import style from './settings.module.css'
import { policyWords as words } from './words'

/** What the user's organisation has set, and where that is written. */
export function PolicyPane({ host }: { host: Host }) {
  const [policy] = useState(() => new Policy(host))
  useEffect(() => void policy.load(), [policy])
  const { info, error } = useStore(policy.store)
  return (
    <div className={style.scroll}>
      <FormGrid className={style.form}>
        {error && <FailureNotice error={error} />}
        {info?.from === '' && (
          <Notice tone="plain">
            <div className="grow">{words.none}</div>
          </Notice>
        )}
        {info && info.refused !== '' && <Refused info={info} />}
        {info && info.from !== '' && <InForce info={info} />}
      </FormGrid>
    </div>
  )
}

function Refused({ info }: { info: PolicyInfo }) {
  return (
    <Notice tone="failure">
      <div className="grow sel-text">
        {info.refused}
        <div className="t2">{words.closed}</div>
        {info.details.map((line) => (
          <div key={line} className="mono breaks">
            {line}
          </div>
        ))}
      </div>
    </Notice>
  )
}

function InForce({ info }: { info: PolicyInfo }) {
  const decided = decidedBy(info)
  return (
    <>
      <FormLabel>{words.from}</FormLabel>
      <span className="mono sel-text breaks">{info.from}</span>
      <FormHint as="span">{words.fromHint}</FormHint>
      {info.refused === '' && <FormLine />}
      {info.refused === '' && decided.length === 0 && <FormHint as="span">{words.nothing}</FormHint>}
      {decided.map(({ name, values, mono, hint }) => (
        <Fragment key={name}>
          <FormLabel className={values.length > 1 ? 'top' : ''}>{name}</FormLabel>
          <div>
            {values.map((value) => (
              <div key={value} className={`sel-text breaks ${mono ? 'mono' : ''}`}>
                {value}
              </div>
            ))}
          </div>
          {hint !== '' && <FormHint as="span">{hint}</FormHint>}
        </Fragment>
      ))}
    </>
  )
}
