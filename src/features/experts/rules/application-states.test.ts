import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../../core/actor.ts';
import { lifecycleFaults } from '../../../core/machine.ts';
import { decidesOnApplications, moveFaults } from './application-desk.ts';
import { checkFaults, checksFor, openChecks } from './application-checks.ts';
import {
  APPLICATION_LIFECYCLE,
  APPLICATION_STATES,
  type ApplicationAction,
  type ApplicationGuardFacts,
  type ApplicationState,
  deskMoves,
  heldBy,
  mayApplyAgainFrom,
  moveFor,
} from './application-states.ts';

const now = new Date('2026-11-18T12:00:00Z');
const facts: ApplicationGuardFacts = {
  unanswered: 0,
  open_checks: [],
  has_redacted_cv: true,
  agreement_signed: true,
  again_from: null,
  now,
};

describe('the way of an application', () => {
  test('is sound: every state is reached, every one but the last is left, one answer to each question', () => {
    expect(lifecycleFaults(APPLICATION_LIFECYCLE)).toEqual([]);
  });

  test.each<[ApplicationState, ApplicationState[]]>([
    ['started', ['submitted']],
    ['submitted', ['screening', 'waitlisted', 'rejected', 'withdrawn']],
    ['screening', ['verification', 'documents_requested', 'waitlisted', 'rejected', 'withdrawn']],
    ['verification', ['interview', 'agreement_sent', 'documents_requested', 'waitlisted', 'rejected', 'withdrawn']],
    ['interview', ['agreement_sent', 'documents_requested', 'waitlisted', 'rejected', 'withdrawn']],
    ['documents_requested', ['rejected', 'withdrawn']],
    ['agreement_sent', ['agreement_sent', 'approved', 'rejected', 'withdrawn']],
    ['waitlisted', ['screening', 'rejected', 'withdrawn']],
    ['rejected', ['started']],
    ['withdrawn', ['started']],
    ['approved', []],
  ])('from %s leads to %j', (state, to) => {
    const reached = APPLICATION_LIFECYCLE.transitions.flatMap((move) =>
      move.from.includes(state) && move.to !== 'return' ? [move.to] : [],
    );
    expect(reached).toEqual(to);
  });

  test('nobody but the applicant sends, signs, withdraws or begins again; nobody but the desk decides', () => {
    for (const move of APPLICATION_LIFECYCLE.transitions) expect(move.who).toHaveLength(1);
    const own: ApplicationAction[] = ['submit', 'answer', 'sign', 'withdraw', 'begin_again'];
    for (const state of APPLICATION_STATES)
      for (const { action } of deskMoves(state)) expect(own).not.toContain(action);
    expect(ACTOR_KINDS.filter(decidesOnApplications)).toEqual(['matching_admin', 'clin_ops', 'admin', 'super_admin']);
  });

  test.each<[ApplicationState, ApplicationAction, Partial<ApplicationGuardFacts>, string]>([
    ['documents_requested', 'answer', { unanswered: 1 }, '1 request still'],
    ['verification', 'send_agreement', { open_checks: ['Identity'] }, 'Identity'],
    ['agreement_sent', 'approve', { agreement_signed: false }, 'not signed'],
    ['agreement_sent', 'approve', { open_checks: ['NPI'] }, 'NPI'],
    ['agreement_sent', 'approve', { has_redacted_cv: false }, 'redacted CV'],
    ['rejected', 'begin_again', { again_from: new Date('2026-11-18T12:00:01Z') }, 'too early'],
  ])('in %s, %s waits for what is missing, and goes once it is there', (state, action, more, words) => {
    const move = moveFor(state, action);
    if (!move) throw new Error('There is such a move.');
    expect(heldBy(move, { ...facts, ...more })).toContain(words);
    expect(heldBy(move, facts)).toBeNull();
  });

  test('who was rejected may apply again 180 days later to the millisecond; who withdrew at once', () => {
    const from = mayApplyAgainFrom('rejected', now);
    expect(from?.toISOString()).toBe('2027-05-17T12:00:00.000Z');
    expect(mayApplyAgainFrom('withdrawn', now)).toBeNull();
    const again = moveFor('rejected', 'begin_again');
    if (!again || !from) throw new Error('There is such a move.');
    expect(heldBy(again, { ...facts, again_from: from, now: from })).toBeNull();
    expect(heldBy(again, { ...facts, again_from: from, now: new Date(from.getTime() - 1) })).not.toBeNull();
  });

  test('a rejection has words for the file and for the applicant; a request says what', () => {
    const reject = moveFor('screening', 'reject');
    const ask = moveFor('screening', 'request_documents');
    if (!reject || !ask) throw new Error('There are such moves.');
    const paths = (move: typeof reject, requests: { what: string; why: string }[] = []) =>
      moveFaults(move, { reason: '', message: '', requests }).map(({ path }) => path);
    expect(paths(reject)).toEqual(['reason', 'message']);
    expect(paths(ask)).toEqual(['requests']);
    expect(paths(ask, [{ what: '', why: '' }])).toEqual(['requests.0.what']);
  });
});

describe('checks', () => {
  const data = {
    you: { legal_name: 'Ines Falkenrath' },
    credentials: {
      licenses: [
        { state: 'IL', number: '1', expires_on: '2027-07-31' },
        { state: 'WI', number: '2', expires_on: '2027-01-31' },
      ],
      board_certifications: [{ board: 'ABNS', field: 'Neurological surgery', since: '2012' }],
    },
    practice: {},
    cv: {},
    attestations: {},
  };
  const specs = checksFor(data);
  const all = specs.map(({ key }) => ({ key, result: 'passed' as const, expires_on: null }));

  test('there is one for each license and board', () => {
    expect(specs.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'identity',
        'npi',
        'license:0',
        'license:1',
        'board:0',
        'exclusion',
        'npdb',
        'reference_2',
      ]),
    );
    expect(openChecks(specs, all, '2026-11-18')).toEqual([]);
    expect(openChecks(specs, [], '2026-11-18')).toHaveLength(specs.length);
  });

  test('one that has ended since, or failed, holds the application up; its last day still counts', () => {
    const but = (more: object) => all.map((one) => (one.key === 'license:0' ? { ...one, ...more } : one));
    expect(openChecks(specs, but({ expires_on: '2026-11-18' }), '2026-11-18')).toEqual([]);
    expect(openChecks(specs, but({ expires_on: '2026-11-17' }), '2026-11-18')).toEqual(['License in IL']);
    expect(openChecks(specs, but({ result: 'failed' }), '2026-11-18')).toEqual(['License in IL']);
    expect(openChecks(specs, but({ result: 'waived' }), '2026-11-18')).toEqual([]);
  });

  test('what does not pass says why; what does not end has no day', () => {
    const identity = specs.find(({ key }) => key === 'identity');
    if (!identity) throw new Error('Identity is checked.');
    const entry = {
      result: 'passed' as const,
      source: 'Passport',
      note: '',
      checked_on: '2026-11-18',
      expires_on: null,
    };
    const paths = (more: object) => checkFaults(identity, { ...entry, ...more }, '2026-11-18').map(({ path }) => path);
    expect(paths({})).toEqual([]);
    expect(paths({ result: 'waived' })).toEqual(['note']);
    expect(paths({ expires_on: '2027-01-01' })).toEqual(['expires_on']);
    expect(paths({ checked_on: '2026-11-19' })).toEqual(['checked_on']);
  });
});
