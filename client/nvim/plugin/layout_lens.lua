-- Read by Neovim when it starts. The server is started by require('layout_lens').setup(), which a user's configuration
-- calls: before it nothing runs.

vim.api.nvim_create_user_command('LayoutLens', function()
  require('layout_lens').open()
end, { desc = 'The value under the cursor, its picture and its steps' })
