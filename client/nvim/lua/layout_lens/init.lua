-- Starts the server for the buffers that it reads, and shows what it says of a place in a window of its own.

local M = {}

local NAME = 'layout_lens'

-- Up to 0.10 there is no vim.lsp.config, and the server is started for each buffer; one that runs is used again.
local function start_without_config(config)
  local client
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('layout_lens', {}),
    pattern = config.filetypes,
    callback = function(event)
      if not client or not vim.lsp.get_client_by_id(client) then
        local git = vim.fn.finddir('.git', vim.fn.expand('%:p:h') .. ';')
        client = vim.lsp.start_client({
          name = NAME,
          cmd = config.cmd,
          root_dir = git ~= '' and vim.fn.fnamemodify(git, ':p:h:h') or vim.fn.getcwd(),
        })
      end
      if client then
        vim.lsp.buf_attach_client(event.buf, client)
      end
    end,
  })
end

-- `options` replace what lsp/layout_lens.lua has, such as `cmd`.
function M.setup(options)
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config(NAME, options or {})
    vim.lsp.enable(NAME)
    return
  end
  local file = vim.api.nvim_get_runtime_file('lsp/layout_lens.lua', false)[1]
  start_without_config(vim.tbl_extend('force', dofile(file), options or {}))
end

local function clients()
  local all = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  return vim.tbl_filter(function(client)
    return client.name == NAME
  end, vim.tbl_values(all))
end

local function open_window(lines)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'markdown'
  local width, height = math.floor(vim.o.columns * 0.8), math.floor(vim.o.lines * 0.8)
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor',
    width = width,
    height = height,
    col = math.floor((vim.o.columns - width) / 2),
    row = math.floor((vim.o.lines - height) / 2),
    style = 'minimal',
    border = 'rounded',
  })
  -- A picture is wider than a line of prose: it is scrolled, and never broken.
  vim.wo[window].wrap = false
  for _, key in ipairs({ 'q', '<Esc>' }) do
    vim.api.nvim_buf_set_keymap(buffer, 'n', key, '<Cmd>close<CR>', { nowait = true })
  end
end

-- The value under the cursor with its picture and its steps. It can be scrolled and searched; q closes it.
function M.open()
  local client = clients()[1]
  if not client then
    vim.notify('Layout Lens does not run for this buffer', vim.log.levels.WARN)
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  vim.lsp.buf_request(0, 'textDocument/hover', params, function(problem, answer, context)
    if context.client_id ~= client.id then
      return
    end
    if problem then
      vim.notify('Layout Lens: ' .. problem.message, vim.log.levels.ERROR)
    elseif not answer or not answer.contents then
      vim.notify('Nothing there has a value')
    else
      open_window(vim.lsp.util.convert_input_to_markdown_lines(answer.contents))
    end
  end)
end

return M
