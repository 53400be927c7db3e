-- Nobody asks for new tokens before then: somebody is asking, or the provider just gave no answer.
alter table provider_connections add column renewal_after timestamptz;
