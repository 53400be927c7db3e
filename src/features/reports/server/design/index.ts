import type { FastifyInstance } from 'fastify';
import { mount } from '../../../../platform/http/mount.ts';
import type { Services } from '../../../../platform/services.ts';
import { customFormEndpoints as forms, peerReviewTypeEndpoints as types } from '../../contract/design.ts';
import { listForms, readForm } from './read.ts';
import { arrangeTypes, changeType, createType, readTypes } from './types.ts';
import { createForm, publishForm, retireForm, saveForm } from './write.ts';

/** Writing report forms and types of peer review, in the console. */
export function mountDesign(app: FastifyInstance, services: Services): void {
  mount(app, services, forms.list, ({ db, query }) => listForms(db, query));
  mount(app, services, forms.create, ({ actor, body }) => createForm(services, actor, body));
  mount(app, services, forms.read, ({ db, params }) => readForm(db, params.id));
  mount(app, services, forms.save, ({ actor, params, body }) => saveForm(services, actor, params.id, body));
  mount(app, services, forms.publish, ({ actor, params, body }) => publishForm(services, actor, params.id, body));
  mount(app, services, forms.retire, ({ actor, params, body }) => retireForm(services, actor, params.id, body));
  mount(app, services, types.list, ({ actor, db, query }) =>
    readTypes(db, query.organization_id ?? actor.organization_id),
  );
  mount(app, services, types.create, ({ actor, body }) => createType(services, actor, body));
  mount(app, services, types.change, ({ actor, params, body }) => changeType(services, actor, params.id, body));
  mount(app, services, types.arrange, ({ actor, params, body }) => arrangeTypes(services, actor, params.id, body));
}
