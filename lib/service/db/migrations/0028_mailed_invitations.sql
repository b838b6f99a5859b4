-- The link in an invitation's e-mail has a token of its own, which whoever invites never sees. Joining by it proves that the
-- person reads the mail of that address. Null: the invitation was not sent to anybody.
ALTER TABLE "invitations" ADD COLUMN "mail_token_hash" bytea UNIQUE;
